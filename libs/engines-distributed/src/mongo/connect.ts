import { MongoClient } from 'mongodb'
import type { MongoSettings } from '../config.ts'

/** A client that acknowledges writes once a majority has them in its journal. It connects at its first use. */
export function connect(settings: MongoSettings): MongoClient {
  return new MongoClient(settings.url, {
    appName: 'wardline',
    maxPoolSize: settings.maxPoolSize,
    serverSelectionTimeoutMS: Math.ceil(settings.timeoutMs / 2),
    connectTimeoutMS: Math.ceil(settings.timeoutMs / 2),
    waitQueueTimeoutMS: Math.ceil(settings.timeoutMs / 2),
    socketTimeoutMS: settings.timeoutMs,
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: settings.timeoutMs },
    readConcern: { level: 'majority' },
    readPreference: 'primary',
    ...(settings.auth ? { auth: settings.auth } : {}),
    ...(settings.tls ? { tls: true, ...(settings.tls.ca ? { ca: settings.tls.ca } : {}) } : {}),
  })
}
