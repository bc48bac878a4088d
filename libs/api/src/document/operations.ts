import { METHODS, type Method, type OpenApiDocument, type Parameter, type RequestBody, resolve } from './document.ts'

/** One operation of the document with its references resolved. */
export interface ApiOperation {
  readonly operationId: string
  readonly method: Method
  /** As in the document, `/api/v1/alerts/{alert_id}`. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly requestBody: RequestBody | undefined
  /** The redaction view of its 2xx body; undefined if auditors may not call it. */
  readonly view: string | undefined
  /**
   * Query parameters that it does not declare are ignored instead of refused, because others decide which ones are
   * sent.
   */
  readonly ignoresOtherParameters?: boolean
}

/** Every operation of the document. @throws Error when one has no operationId, or two have the same. */
export function operationsOf(doc: OpenApiDocument): ApiOperation[] {
  const operations = Object.entries(doc.paths).flatMap(([path, item]) =>
    METHODS.flatMap(method => {
      const operation = item[method]
      if (!operation) return []
      if (!operation.operationId) throw new Error(`${method} ${path} has no operationId`)
      return {
        operationId: operation.operationId,
        method,
        path,
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(p => resolve<Parameter>(doc, p)),
        requestBody: operation.requestBody && resolve<RequestBody>(doc, operation.requestBody),
        view: operation['x-wardline-view'],
        ...(operation['x-wardline-other-parameters'] === 'ignored' ? { ignoresOtherParameters: true } : {}),
      }
    }),
  )
  const ids = operations.map(o => o.operationId)
  const twice = ids.find((id, i) => ids.indexOf(id) !== i)
  if (twice) throw new Error(`two operations are named ${twice}`)
  return operations
}
