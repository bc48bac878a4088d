// `npm run schemathesis`: property tests of the served API document as every role, by schemathesis (`pip install
// schemathesis`, its program on the PATH or in SCHEMATHESIS). No answer may be a 5xx, nor one that the document does
// not describe. Starts its own instance; takes too long for `npm test`.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from '../client/api.ts'
import { removeDataDir, startInstance } from '../instance/start.ts'

const ROLES = ['platform_admin', 'admin', 'operator', 'analyst', 'auditor', 'collector', 'nobody'] as const
const CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
/** A stream never ends; the other operations would remove the calling account. */
const LEFT_OUT = ['streamAlerts', 'deleteServiceAccount', 'rotateServiceAccount', 'deleteSession']

const program = process.env.SCHEMATHESIS ?? 'schemathesis'
const examples = process.argv[2] ?? '20'
const folder = mkdtempSync(join(tmpdir(), 'wardline-schemathesis-'))
const instance = await startInstance({ env: { WARDLINE_RATE_LIMITS: 'off' } })
const admin = createApiClient(instance.apiUrl, { token: instance.adminToken })

async function tokenOf(role: (typeof ROLES)[number]): Promise<string | undefined> {
  if (role === 'nobody') return undefined
  if (role === 'platform_admin') return instance.platformToken
  return (await admin.post('/service-accounts', { name: role, roles: [role] })).body.token
}

function run(token: string | undefined): Promise<number> {
  const args = [
    'run',
    `${instance.apiUrl}/api/v1/openapi.json`,
    '--url',
    instance.apiUrl,
    '--checks',
    CHECKS,
    '--seed',
    '7',
    ...[
      '--max-examples',
      examples,
      '--phases',
      'examples,coverage,fuzzing',
      '--request-timeout',
      '20',
      '--workers',
      '2',
    ],
    ...LEFT_OUT.flatMap(id => ['--exclude-operation-id', id]),
    ...(token ? ['-H', `Authorization: Bearer ${token}`] : []),
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, stdio: 'inherit' })
    child.once('error', () => reject(new Error(`${program} cannot be run: pip install schemathesis`)))
    child.once('exit', code => resolve(code ?? 1))
  })
}

try {
  const codes: Record<string, number> = {}
  for (const role of ROLES) {
    console.log(`\n=== as ${role}`)
    codes[role] = await run(await tokenOf(role))
  }
  console.log(codes)
  process.exitCode = Object.values(codes).every(code => code === 0) ? 0 : 1
} finally {
  await admin.close()
  await instance.stop()
  removeDataDir(instance.dataDir)
  rmSync(folder, { recursive: true })
}
