// `npm run chart:render`: writes the goldens of the Helm chart.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EXAMPLES, findHelm, golden, template } from './chart.ts'

const helm = findHelm(process.env.WARDLINE_HELM)
if (helm === undefined) throw new Error('there is no helm: `npm run chart:helm` builds one')
for (const { name, file } of EXAMPLES) {
  const { ok, stdout, stderr } = template(helm, ['-f', file])
  if (!ok) throw new Error(`${name}: ${stderr}`)
  writeFileSync(fileURLToPath(new URL(`../../tests/deploy/goldens/${name}.yaml`, import.meta.url)), golden(stdout))
  console.log(`rendered ${name}`)
}
