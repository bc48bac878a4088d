export { LOG_STORE_SETTINGS, type LogStoreSettings, logStoreSettingsOf } from './log-store-settings.ts'
export { createLogStore } from './service.ts'
