"""The chapters of the rulebook: each clause stands in its chapter, its number at its head."""
