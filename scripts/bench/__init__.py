"""The parts of ``certwright bench``: each measures one promise of speed and says what it compared with."""
