import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { OpenApiDocument } from '@wardline/api'
import express, { type Router } from 'express'
import helmet from 'helmet'
import { CACHE_CONTROL } from '../answer/send-answer.ts'

const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Wardline API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`

const SCRIPT = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
})
`

/**
 * `/docs` and `/api/v1/openapi.json`, for everybody. The whole page comes from this origin: no inline script, nothing
 * from elsewhere. Unknown paths are left to the next handler.
 */
export function docsRouter(doc: OpenApiDocument): Router {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const json = JSON.stringify(doc)
  const router = express.Router({ caseSensitive: true, strict: true })
  router.use(['/docs', '/api/v1/openapi.json'], (_request, response, next) => {
    response.setHeader('Cache-Control', CACHE_CONTROL)
    next()
  })
  router.get('/api/v1/openapi.json', (_request, response) => {
    response.type('application/json').send(json)
  })
  router.use('/docs', helmet.contentSecurityPolicy({ useDefaults: false, directives: PAGE_POLICY }))
  router.get(['/docs', '/docs/'], (_request, response) => {
    response.type('html').send(PAGE)
  })
  router.get('/docs/reference.js', (_request, response) => {
    response.type('js').send(SCRIPT)
  })
  for (const asset of ASSETS) {
    router.get(`/docs/${asset}`, (_request, response) => {
      response.sendFile(join(folder, asset), { cacheControl: false })
    })
  }
  return router
}

/**
 * Pictures in the style sheet are data URLs; everything else comes from this origin, and requests go only to this
 * origin.
 */
const PAGE_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
} as const satisfies Record<string, readonly string[]>

/** Security headers of everything that is not the reference page: an API answer is never rendered, framed or sniffed. */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  frameguard: { action: 'deny' },
  strictTransportSecurity: false,
})
