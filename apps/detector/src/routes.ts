import type { Operations } from '@wardline/http'
import { createDetectionRule } from './create-detection-rule.ts'
import { type ExplainPorts, explainDetectionRule } from './explain-detection-rule.ts'
import { listDetectionRules } from './list-detection-rules.ts'
import { readDetectionRule } from './read-detection-rule.ts'
import type { SharedRules } from './rules/shared-rules.ts'
import type { DetectorPorts } from './service.ts'
import { testDetectionRule } from './test-detection-rule.ts'
import { updateDetectionRule } from './update-detection-rule.ts'

export function detectorOperations(ports: DetectorPorts & ExplainPorts, shared: () => SharedRules): Operations {
  return {
    createDetectionRule: createDetectionRule(ports),
    listDetectionRules: listDetectionRules(ports, shared),
    readDetectionRule: readDetectionRule(ports, shared),
    updateDetectionRule: updateDetectionRule(ports, shared),
    testDetectionRule: testDetectionRule(ports, shared),
    explainDetectionRule: explainDetectionRule(ports, shared),
  }
}
