import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiOperation } from '@wardline/api'
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express'
import { originForm } from './request-target.ts'

/** `params` are percent-decoded. `allow` lists the methods that a known path has, for the 405. */
export type RouteMatch =
  | { readonly kind: 'operation'; readonly operation: ApiOperation; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'other_method'; readonly allow: readonly string[] }
  | { readonly kind: 'unknown' }

export type HandleMatch = (request: IncomingMessage, response: ServerResponse, match: RouteMatch) => void

const UNKNOWN: RouteMatch = { kind: 'unknown' }

/**
 * Express routes: the operation of every request is found and handed on, and so is a request that no operation is for. A literal segment wins
 * over a parameter (`/logs/ingest` is never an event id), so a `GET` of it is another method, not another path. HEAD is GET. Case and trailing
 * slashes count. Paths that are asked for most stand first, for Express tries them in order.
 */
export function operationsRouter(operations: readonly ApiOperation[], handle: HandleMatch): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true })
  for (const [path, ofPath] of inOrder(operations)) {
    const route = router.route(pattern(path))
    for (const operation of ofPath)
      route[operation.method]((request, response) =>
        handle(request, response, { kind: 'operation', operation, params: paramsOf(request) }),
      )
    const allow = ofPath.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    route.all((request, response) => handle(request, response, { kind: 'other_method', allow }))
  }
  router.use((request, response) => handle(request, response, UNKNOWN))
  // A parameter that is not percent-encoded UTF-8: no path of ours.
  const undecodable: ErrorRequestHandler = (error, request, response, next) => {
    if (error instanceof URIError) handle(request, response, UNKNOWN)
    else next(error)
  }
  router.use(undecodable)
  // Before the router: it has no route at all for a target without a path.
  return (request, response, next) => {
    request.url = originForm(request.url)
    router(request, response, next)
  }
}

/** `/agents/{agent_id}` as Express writes it. */
const pattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

const paramsOf = ({ params }: Request): Record<string, string> => ({ ...(params as Record<string, string>) })

/** Every agent beats once a minute, and every collector sends in batches. */
const HOT: readonly string[] = ['recordHeartbeat', 'ingestLogs']

function inOrder(operations: readonly ApiOperation[]): readonly (readonly [string, readonly ApiOperation[]])[] {
  const byPath = Map.groupBy(operations, o => o.path)
  const isHot = (ofPath: readonly ApiOperation[]): boolean => ofPath.some(o => HOT.includes(o.operationId))
  return [...byPath].sort(
    ([a, ofA], [b, ofB]) => Number(isHot(ofB)) - Number(isHot(ofA)) || (literalsFirst(a) < literalsFirst(b) ? -1 : 1),
  )
}

/** `~` sorts after everything that a literal segment begins with. */
const literalsFirst = (path: string): string => path.replaceAll('{', '~')
