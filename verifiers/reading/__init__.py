"""From the text of a response to the answer in it."""
