import { fileURLToPath } from 'node:url'

export default {
  testEnvironment: 'node',
  testMatch: ['**/src/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  testTimeout: 90_000,
  transform: { '\\.ts$': fileURLToPath(new URL('./jest.transform.mjs', import.meta.url)) },
}
