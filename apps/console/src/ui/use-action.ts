import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A change that is requested once, however quickly the button is pressed again: the screen shows it as busy only a
 * moment later.
 */
export function useAction<T, V = void>(options: UseMutationOptions<T, Error, V>) {
  const mutation = useMutation(options)
  const underWay = useRef(false)
  const mutate = (variables: V): void => {
    if (underWay.current) return
    underWay.current = true
    mutation.mutate(variables, {
      onSettled: () => {
        underWay.current = false
      },
    })
  }
  return { ...mutation, mutate }
}
