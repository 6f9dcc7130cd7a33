/** Words that wrap a question and say nothing about what is looked for. */

const fillers: ReadonlySet<string> = new Set(
  (
    'about accept accepting advice affordable after again also another anyone anybody appointment appointments are around ' +
    'asap available away bad because been before best better book booking call cant cheap closest come couple days dont ' +
    'every everyone few find finding found free from get gets getting give go goes going good great happen having help ' +
    'helps hi hello how hours info information keep keeps kind know last late later local long look looking lot make ' +
    'makes many maybe might month months more most much must nearby nearest need needs never new next nice now number ' +
    'office often ok old open people person please possible problem problems provider providers quick quickly really ' +
    'recommend recommendation recommended right same say says schedule see seeing seem seems someone somebody something ' +
    'soon sort still suddenly sure take takes taking tell thank thanks thing things think today tomorrow tonight top try ' +
    'trying use used visit want wants week weekend weeks went within without work works year years yet ' +
    'buen buena bueno cita cerca donde encontrar hay mejor puede quiero ver'
  ).split(' '),
)

export function isFiller(word: string): boolean {
  return fillers.has(word)
}
