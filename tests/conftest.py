"""What holds for all tests: no test of random inputs fails because the machine is busy."""

from hypothesis import settings

settings.register_profile("certwright", deadline=None)
settings.load_profile("certwright")
