export { type EnrollmentConfig, enrollmentDefaults } from './config.ts'
export { createEnrollment } from './service.ts'
