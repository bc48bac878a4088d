// `npm run engines:up` and `engines:down`: the real engines without Docker.
import { engineEnvironment, enginesDown, enginesUp } from './engines.ts'

if (process.argv[2] === 'up') {
  const engines = await enginesUp()
  for (const [name, value] of Object.entries(engineEnvironment(engines))) console.log(`export ${name}=${value}`)
} else if (process.argv[2] === 'down') await enginesDown()
else {
  console.error('usage: main.ts up|down')
  process.exitCode = 2
}
