"""``python3 -I proofs FILE``, wherever the folder stands and whatever its name: check all records."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

if __package__:
    from .shell import main
else:
    here = Path(__file__).resolve().parent
    spec = spec_from_file_location("proofs", here / "__init__.py", submodule_search_locations=[str(here)])
    assert spec is not None and spec.loader is not None
    package = module_from_spec(spec)
    sys.modules["proofs"] = package
    spec.loader.exec_module(package)
    from proofs.shell import main  # type: ignore[import-not-found,no-redef]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
