"""The board under the hand: selecting, moving and changing pieces by mouse and keyboard."""
