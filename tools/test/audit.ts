import { execFile } from 'node:child_process'

interface Audit {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> }
}

/**
 * Whether the product's dependencies are without known vulnerabilities of high or critical severity, as the package
 * registry knows them. Returns true, with a loud warning, if the registry does not answer audits: that is not our
 * fault.
 */
export async function auditDependencies(root: string): Promise<boolean> {
  const text = await new Promise<string>(resolve => {
    execFile('npm', ['audit', '--omit=dev', '--json'], { cwd: root, maxBuffer: 64 * 1_048_576 }, (_, stdout) =>
      resolve(stdout),
    )
  })
  const found = countsOf(text)
  if (found === undefined) {
    console.warn('SKIPPED: the package registry answers no audits here; nothing is known of vulnerable dependencies')
    return true
  }
  const { high = 0, critical = 0, moderate = 0, low = 0 } = found
  console.log(`known vulnerabilities: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low`)
  return high + critical === 0
}

function countsOf(text: string): Readonly<Record<string, number>> | undefined {
  try {
    return (JSON.parse(text) as Audit).metadata?.vulnerabilities
  } catch {
    return undefined
  }
}

if (import.meta.main) process.exitCode = (await auditDependencies(process.cwd())) ? 0 : 1
