"""Table: select, move and change pieces by mouse and keyboard."""
