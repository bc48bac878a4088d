import type { OperationsOf } from '@wardline/http'
import type { PortsOf } from '@wardline/service-kit'
import type { SharedRules } from './rules/shared-rules.ts'
import { createDetectionRule } from './rules-api/create-detection-rule.ts'
import { explainDetectionRule } from './rules-api/explain-detection-rule.ts'
import { listDetectionRules } from './rules-api/list-detection-rules.ts'
import { readDetectionRule } from './rules-api/read-detection-rule.ts'
import { testDetectionRule } from './rules-api/test-detection-rule.ts'
import { updateDetectionRule } from './rules-api/update-detection-rule.ts'
import { createUploads } from './rules-api/uploads.ts'
import type { Workbench } from './workbench/workbench.ts'

export function detectorOperations(
  ports: PortsOf<'detector'>,
  shared: () => SharedRules,
  workbench: Workbench,
  quota?: number,
): OperationsOf<'detector'> {
  const uploads = createUploads(workbench)
  return {
    createDetectionRule: createDetectionRule(ports, workbench, quota),
    listDetectionRules: listDetectionRules(ports, shared, uploads),
    readDetectionRule: readDetectionRule(ports, shared, uploads),
    updateDetectionRule: updateDetectionRule(ports, shared, uploads),
    testDetectionRule: testDetectionRule(ports, shared, uploads, workbench),
    explainDetectionRule: explainDetectionRule(ports, shared, uploads, workbench),
  }
}
