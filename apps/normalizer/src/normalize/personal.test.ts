import { describe, expect, it } from '@jest/globals'
import { personalValues } from './personal.ts'

describe('the personal values of an event', () => {
  it.each([
    ['full_name', 'Ann Smith', 'name'],
    ['displayName', 'Ann Smith', 'name'],
    ['TargetUserName', 'ACME\\asmith', 'user'],
    ['user', 'asmith@acme.example', 'user'],
    ['recipient', 'asmith@acme.example', 'email'],
    ['e_mail', 'asmith@acme.example', 'email'],
    ['phone_number', '+49 30 1234567', 'phone'],
  ])('a field %s that no mapping has read names a person: %s is of type %s', (field, value, type) => {
    expect(personalValues({}, { [field]: value })).toEqual([{ type, value }])
  })

  it('are the account, the address and the name of a user', () => {
    const user = { name: 'asmith@acme.example', email_addr: 'asmith@acme.example', full_name: 'Ann Smith' }
    expect(personalValues({ user }, {})).toEqual([
      { type: 'user', value: 'asmith@acme.example' },
      { type: 'email', value: 'asmith@acme.example' },
      { type: 'name', value: 'Ann Smith' },
    ])
  })

  it('are not numbers and switches', () => {
    expect(personalValues({}, { user: '17', account: 'true', owner: 'x' })).toEqual([])
  })
})
