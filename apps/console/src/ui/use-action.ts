import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/** A change that is asked for once, however quickly it is pressed again: the screen shows that it is under way a moment after it is. */
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
