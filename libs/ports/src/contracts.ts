// Contract suites of the ports: every engine runs them (design section 3).
export {}
