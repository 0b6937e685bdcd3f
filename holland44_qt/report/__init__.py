"""The report in Qt: scenes as pictures, films and pages to print; writing it in the window."""
