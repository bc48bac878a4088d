/** Whether parsed JSON is an object, as a schema is unless it is `true` or `false`. */
export const isObject = (value: unknown): value is { readonly [member: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
