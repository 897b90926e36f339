// Nothing to call: linking this target is what installs the observed executors.
