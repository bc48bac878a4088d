export { readStandaloneConfig } from './config.ts'
export { startStandalone } from './standalone.ts'
