"""Reports on verdicts, answers and episodes: tables, figures and pages."""
