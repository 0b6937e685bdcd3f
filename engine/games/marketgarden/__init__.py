"""Market-Garden: the Brazilian game of the operation, at regiment level, ten days."""
