import type { View } from '@wardline/api'
import { type OperationHandler, type OperationResult, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import { type AlertDoc, alerts } from '@wardline/registries'
import { alertBody } from './alert-record.ts'

/** `GET /alerts/{alert_id}`. @throws Problem `not_found`. */
export function readAlert({ registry }: { readonly registry: Registry }): OperationHandler<'readAlert'> {
  return async request => {
    const stored = await registry.read(alerts, tenantPrincipal(request).tenantId, request.params.alert_id ?? '')
    if (!stored) throw new Problem('not_found')
    return alertAnswer(stored)
  }
}

/** The 200 response for one alert, with its ETag. */
export function alertAnswer({ doc, version }: Stored<AlertDoc>): OperationResult<View<'Alert'>> {
  return { status: 200, body: alertBody(doc), version }
}
