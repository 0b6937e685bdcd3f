"""Commands to replay a game, move the camera and open files."""
