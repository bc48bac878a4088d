import { fileURLToPath } from 'node:url'

export default {
  testEnvironment: 'node',
  testMatch: ['**/src/**/*.test.ts', '**/packs/*/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  testTimeout: 90_000,
  // A test that fails may leave a server open. The run ends all the same, and says which test it was.
  forceExit: true,
  transform: { '\\.ts$': fileURLToPath(new URL('./jest.transform.mjs', import.meta.url)) },
}
