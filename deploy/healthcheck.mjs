// Run by the image's HEALTHCHECK. Tells whether the process of this container is ready, and why if it is not.
const port = process.env.WARDLINE_ADMIN_PORT ?? '9090'
const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).catch(
  () => undefined,
)
console.log(answer ? (await answer.text()).trim() : 'no answer')
process.exitCode = answer?.ok ? 0 : 1
