import { describe, expect, it } from '@jest/globals'
import { fault } from './linear.ts'
import { patterns } from './patterns.ts'

describe('every expression that is applied to a stranger’s text', () => {
  it.each(Object.entries(patterns))('%s takes linear time by construction', (_name, pattern) => {
    expect(fault(pattern.source)).toBeUndefined()
  })

  it.each(['(a+)+', '(?:a{1,9}b){2,9}', 'a*b', 'a{3,}', '((?:x{0,2}y)z){1,4}', 'a{1,9000}'])(
    '%s would be refused',
    source => {
      expect(fault(source)).toBeDefined()
    },
  )

  it.each(['a{8}', '(?:ab){1,9}', '[+*]a?', 'x\\+y', '(?:a{2}b){2,9}', '(?:a|b{1,4})c'])('%s is accepted', source => {
    expect(fault(source)).toBeUndefined()
  })
})
