"""What is installed, against what was released: the manifest of a release, and whether a unit is as it says."""
