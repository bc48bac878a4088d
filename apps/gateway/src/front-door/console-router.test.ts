import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import express from 'express'
import { consoleRouter } from './console-router.ts'

const dir = mkdtempSync(join(tmpdir(), 'console-'))
let server: Server
let origin: string

beforeAll(async () => {
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'index.html'), `<!doctype html>${' '.repeat(2_000)}`)
  writeFileSync(join(dir, 'assets', 'index-abc.js'), '1')
  writeFileSync(join(dir, '.inputs'), 'not for the public')
  server = createServer(express().use(consoleRouter(dir)))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  await new Promise(resolve => server.close(resolve))
  rmSync(dir, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers, redirect: 'manual' })

describe('the console', () => {
  it.each(['/console/', '/console/logs', '/console/alerts/alr_1'])('has its page at %s, never cached', async path => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await answer.text()).toMatch(/^<!doctype html>/)
  })

  it('forbids everything that does not come from its own origin', async () => {
    const policy = (await get('/console/')).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
  })

  it('has assets that are cached for ever', async () => {
    const answer = await get('/console/assets/index-abc.js')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toMatch(/javascript/)
  })

  it('is sent compressed to clients that accept it', async () => {
    expect((await get('/console/')).headers.get('content-encoding')).toBe('gzip')
    const plain = await get('/console/', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
  })

  it.each(['/console/assets/other.js', '/console/.inputs', '/console/..%2f..%2fetc/passwd', '/console/assets/'])(
    'does not know %s',
    async path => {
      expect((await get(path)).status).toBe(404)
    },
  )

  it('is where a browser is sent if it requests no path, and nobody else', async () => {
    expect((await get('/', { accept: 'text/html' })).headers.get('location')).toBe('/console/')
    expect((await get('/', { accept: '*/*' })).status).toBe(404)
  })

  it('serves nothing if none is built', async () => {
    const without = createServer(express().use(consoleRouter(join(dir, 'assets'))))
    await new Promise<void>(resolve => without.listen(0, '127.0.0.1', resolve))
    const answer = await fetch(`http://127.0.0.1:${(without.address() as AddressInfo).port}/console/`)
    expect(answer.status).toBe(404)
    await new Promise(resolve => without.close(resolve))
  })
})
