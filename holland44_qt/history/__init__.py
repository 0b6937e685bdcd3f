"""History: branches, comparison, annotation, bookmarks, motion along recorded paths."""
