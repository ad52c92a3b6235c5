"""The parts of ``certwright bench``: each measures one kind of speed and names its baseline."""
