"""The Qt application: board, replay window, drawing."""
