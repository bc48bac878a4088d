export { externalAuthority, readAuthorityChain } from './authority/external-authority.ts'
export { type EnrollmentConfig, enrollmentDefaults } from './config.ts'
export { createEnrollment } from './service.ts'
export { ENROLLMENT_SETTINGS, enrollmentConfigOf } from './settings.ts'
