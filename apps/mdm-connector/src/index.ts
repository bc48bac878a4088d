export { type MdmConnectorConfig, mdmDefaults } from './config.ts'
export { createMdmConnector } from './service.ts'
