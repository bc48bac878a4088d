import base from '../jest.config.mjs'

export default { ...base, testMatch: ['**/*.test.ts'], testTimeout: 120_000 }
