"""An application while it is written: its steps, what they ask, and how it becomes the input of an act."""
