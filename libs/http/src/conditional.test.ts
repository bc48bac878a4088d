import { describe, expect, it } from '@jest/globals'
import { etagOf, requireIfMatch } from './conditional.ts'

describe('If-Match', () => {
  it.each(['"3"', '*', '"1", "3"', ' "3" '])('%j allows a change of version 3', ifMatch => {
    expect(() => requireIfMatch({ ifMatch }, 3)).not.toThrow()
  })

  it.each(['"2"', 'W/"3"', '3', '', '"33"'])('%j is 412 precondition_failed for version 3', ifMatch => {
    expect(() => requireIfMatch({ ifMatch }, 3)).toThrow(expect.objectContaining({ code: 'precondition_failed' }))
  })

  it('is required: 428 precondition_required without it', () => {
    expect(() => requireIfMatch({ ifMatch: undefined }, 3)).toThrow(
      expect.objectContaining({ code: 'precondition_required' }),
    )
  })

  it('names the version as a strong entity tag', () => {
    expect(etagOf(3)).toBe('"3"')
  })
})
