import type { Operations } from '@wardline/http'
import type { PortsOf } from '@wardline/service-kit'
import type { SharedRules } from './rules/shared-rules.ts'
import { createDetectionRule } from './rules-api/create-detection-rule.ts'
import { explainDetectionRule } from './rules-api/explain-detection-rule.ts'
import { listDetectionRules } from './rules-api/list-detection-rules.ts'
import { readDetectionRule } from './rules-api/read-detection-rule.ts'
import { testDetectionRule } from './rules-api/test-detection-rule.ts'
import { updateDetectionRule } from './rules-api/update-detection-rule.ts'

export function detectorOperations(ports: PortsOf<'detector'>, shared: () => SharedRules): Operations {
  return {
    createDetectionRule: createDetectionRule(ports),
    listDetectionRules: listDetectionRules(ports, shared),
    readDetectionRule: readDetectionRule(ports, shared),
    updateDetectionRule: updateDetectionRule(ports, shared),
    testDetectionRule: testDetectionRule(ports, shared),
    explainDetectionRule: explainDetectionRule(ports, shared),
  }
}
