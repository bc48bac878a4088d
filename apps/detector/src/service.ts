import { tenantRedactors } from '@wardline/redaction'
import { erasureParts, tenantBacklogs } from '@wardline/registries'
import { createBacklogReporter, eraseSubjects, type PortsOf, type Service } from '@wardline/service-kit'
import { countMatches } from './correlation/count-matches.ts'
import { eraseGroups } from './correlation/erase-groups.ts'
import { fireCorrelations } from './correlation/fire-correlations.ts'
import { createProgressRecorder } from './correlation/progress.ts'
import { createWaitingGroups } from './correlation/waiting-groups.ts'
import { createWatermark, DEFAULT_WATERMARK, type WatermarkSettings } from './correlation/watermark.ts'
import { evaluateEvents } from './evaluate-events.ts'
import { type BudgetSettings, DEFAULT_BUDGET } from './pauses/rule-budget.ts'
import { createPauseRecorder, recordSkippedEvents } from './record-pauses.ts'
import { detectorOperations } from './routes.ts'
import { loadSharedRules, type SharedRules } from './rules/shared-rules.ts'
import { createTenantRules } from './rules/tenant-rules.ts'
import { createWorkbench, type Workbench } from './workbench/workbench.ts'

export interface DetectorConfig {
  /** A folder of Sigma files whose rules every tenant has in addition to Wardline's own (`WARDLINE_RULES_DIR`). */
  readonly rulesDir?: string | undefined
  /** When correlations fire. The defaults are in docs/architecture.md#detection. */
  readonly watermark?: Partial<WatermarkSettings>
  /** Most rules of one tenant's own. */
  readonly ruleQuota?: number
  /** The time that rules may take before they are paused. */
  readonly budget?: Partial<BudgetSettings>
}

/** `logReader` is for `explain`, which reads stored events. */
export type DetectorPorts = PortsOf<'detector'>

/**
 * Deterministic rules over normalized events (docs/architecture.md#detection): `log.event.normalized` ->
 * `security.alert.created`, in two stages. Several instances may run: they share state through the registry, and a rule
 * created by one is seen by all within two seconds.
 */
export function createDetector(
  ports: DetectorPorts,
  config: DetectorConfig = {},
  workbench: Workbench = createWorkbench(),
): Service {
  let loaded: SharedRules | undefined
  let startedAt = ports.clock.now()
  const shared = (): SharedRules => {
    if (!loaded) throw new Error('the detector has not started')
    return loaded
  }
  const settings = { ...DEFAULT_WATERMARK, ...config.watermark }
  const rules = createTenantRules(ports, shared, { ...DEFAULT_BUDGET, ...config.budget })
  const alerting = { ...ports, redactorOf: tenantRedactors(ports.keyring) }
  const skipped = recordSkippedEvents(ports, rules)
  const progress = createProgressRecorder(ports)
  const waiting = createWaitingGroups()
  const watermark = createWatermark(ports, settings, () => startedAt)

  return {
    name: 'detector',
    operations: detectorOperations(ports, shared, workbench, config.ruleQuota),
    subscriptions: [
      evaluateEvents(
        alerting,
        rules,
        progress,
        createPauseRecorder(alerting),
        createBacklogReporter(ports, tenantBacklogs.detector),
      ),
      countMatches(ports, rules, waiting),
    ],
    jobs: [
      { name: 'record-progress', everyMs: 500, run: () => progress.flush() },
      skipped,
      eraseSubjects(ports, erasureParts.detector, [eraseGroups(ports)]),
      fireCorrelations({
        ports: alerting,
        rules,
        waiting,
        watermark,
        silenceMs: settings.silenceMs,
        startedAt: () => startedAt,
      }),
    ],
    async start() {
      loaded = await loadSharedRules(config.rulesDir)
      startedAt = ports.clock.now()
      const refused = loaded.listed.filter(rule => rule.fault)
      for (const { file, origin, fault } of refused) {
        ports.log.warn(
          { file, origin, code: fault?.code, reason: fault?.reason, line: fault?.line },
          'a rule was refused',
        )
      }
      ports.log.info(
        { loaded: loaded.listed.length - refused.length, refused: refused.length },
        'detection rules were compiled',
      )
      ports.metrics.gauge('detector_rules', loaded.listed.length - refused.length, { status: 'ok' })
      ports.metrics.gauge('detector_rules', refused.length, { status: 'refused' })
    },
    async stop() {
      await progress.flush()
      await skipped.run({ signal: new AbortController().signal })
      await workbench.close()
    },
  }
}
