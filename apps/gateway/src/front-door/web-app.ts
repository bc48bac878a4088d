import type { RequestListener } from 'node:http'
import type { OpenApiDocument } from '@wardline/api'
import { docsRouter, isIncomplete, requestIdOf, securityHeaders, sendProblem } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import type { RateLimits } from '../admission/rate-limits.ts'
import { consoleRouter } from './console-router.ts'

/**
 * Serves the console, the reference page and the API document to everybody, and passes everything else to the front
 * door.
 */
export function createWebApp(
  openapi: OpenApiDocument,
  limits: RateLimits,
  frontDoor: RequestHandler,
  consoleDir?: string,
): RequestListener {
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.use(securityHeaders)
  app.use(['/docs', '/console', '/api/v1/openapi.json'], async (request, response, next) => {
    response.setHeader('X-Request-Id', requestIdOf(request))
    if (isIncomplete(request)) response.setHeader('Connection', 'close')
    await limits.takeOfStranger('address', request.socket.remoteAddress ?? '', response)
    next()
  })
  app.use(docsRouter(openapi))
  app.use(consoleRouter(consoleDir))
  app.use(frontDoor)
  const refuse: ErrorRequestHandler = (error, _request, response, _next) => {
    const problem = error instanceof Problem ? error : new Problem('internal_error', { cause: error })
    sendProblem(response, problem, String(response.getHeader('X-Request-Id') ?? ''))
  }
  app.use(refuse)
  return app
}
