import type { IncomingMessage } from 'node:http'
import express, { type Response, type Router } from 'express'
import { type ConsoleFile, readConsoleFiles } from './console-files.ts'

const A_YEAR = 'public, max-age=31536000, immutable'
/**
 * Scripts, styles and requests of this origin only; nothing inline, no framing, no strings turned into code or markup.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join(';')

/**
 * The web console below `/console/`. Its assets have a hash in their names and are cached for ever. Its page is never
 * cached, and is served for every path of the console that is not an asset. Other requests go to the next handler; so do
 * all of them if no console is built.
 */
export function consoleRouter(dir: string | undefined): Router {
  const files = readConsoleFiles(dir)
  const page = files.get('index.html')
  const router = express.Router({ caseSensitive: true, strict: true })
  if (page === undefined) return router
  router.use('/console', (_request, response, next) => {
    response.setHeader('Content-Security-Policy', POLICY)
    next()
  })
  router.get('/', (request, response, next) => {
    if (wantsPage(request)) response.redirect(302, '/console/')
    else next()
  })
  router.get('/console', (_request, response) => response.redirect(302, '/console/'))
  router.get('/console/{*path}', (request, response, next) => {
    const path = request.path.slice('/console/'.length)
    const file = files.get(path) ?? (path.includes('.') || path.startsWith('assets/') ? undefined : page)
    if (file) send(response, request, file)
    else next()
  })
  return router
}

const wantsPage = ({ headers }: IncomingMessage): boolean => headers.accept?.includes('text/html') ?? false

function send(response: Response, request: IncomingMessage, { type, plain, gzip, immutable }: ConsoleFile): void {
  const compressed = gzip !== undefined && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const body = compressed ? gzip : plain
  response.setHeader('Content-Type', type)
  response.setHeader('Cache-Control', immutable ? A_YEAR : 'no-store')
  response.setHeader('Vary', 'Accept-Encoding')
  if (compressed) response.setHeader('Content-Encoding', 'gzip')
  response.setHeader('Content-Length', body.length)
  response.end(request.method === 'HEAD' ? undefined : body)
}
