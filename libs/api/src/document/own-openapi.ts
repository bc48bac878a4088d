import { readFileSync } from 'node:fs'
import type { OpenApiDocument } from './document.ts'

const GENERATED = new URL('../generated/openapi.json', import.meta.url)

/**
 * The API document of this release: what {@link loadOpenApi} makes of `openapi/`, generated as JSON. Every process that serves the API reads
 * it when it starts, and parsing the YAML takes a third of a second.
 */
export const ownOpenApi = (): OpenApiDocument => JSON.parse(readFileSync(GENERATED, 'utf8')) as OpenApiDocument
