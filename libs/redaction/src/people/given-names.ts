/**
 * Given names that are not also ordinary words: folded, without accents. The list does not need to be complete: the
 * form of an account, a title or the sentence reveals the others. Names that are words of security or of daily English
 * (`mark`, `grace`, `may`) are not here.
 */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `aaron abdul abdullah abigail adam adrian agnes ahmad ahmed aiden aisha alan albert alejandra alejandro alessandro alessia alexander
  alexandra alexandre alexandru alexei alexey alfred alice alicia alina ali alison allison alvaro amanda amelia amina amir amit ana
  anastasia anders andre andrea andreas andrei andres andrew andrey andrzej angela angelika anita anja anjali anke anna annabelle anne
  annette annika anthony antje antoine anton antonia antonio anya ariana arjun arnaud arthur arturo asha ashley astrid aurelie axel
  barbara bartosz beatrice beatriz benjamin bernard bernd bernhard beth bianca birgit bjorn boris brandon brian brigitte bruno
  camila camille carina carla carlos carmen carol carolina caroline catarina catherine cecile cecilia charlotte chiara chloe chris
  christa christian christina christine christoph christopher claire clara claudia claudio colin corinna craig cynthia dagmar daniel
  daniela daniele danielle david deborah denis dennis diana diego dieter dietmar dimitri dirk dmitri dmitry dominik dominique donald
  dorothea douglas edgar eduardo edward eileen elena eleonora elias elif elisa elisabeth elise eliza elizabeth ella ellen elliot emil
  emilia emilie emily emma emmanuel enrico enrique eric erica erik erika esther ethan eugene eva evelyn fabian fabio fabrice fatima
  federica federico felipe felix fernanda fernando filip filippo fiona florence florian francesca francesco francisco francois franz
  frederic frederik fritz gabriel gabriela gabriele gary geoffrey george georg gerald gerard gerhard gertrud gianluca gianni gina
  giorgio giovanni giulia giuseppe gloria gonzalo greg gregor gregory greta guido guillaume guillermo gunter gustavo hamza hannah hanna
  hans harald hassan heather hector heidi heike heinrich heinz helen helena helene helga helmut henri henrik henry herbert hiroshi holger
  hugo hussein ibrahim ignacio igor ilse imran ingo ingrid irene irina isabel isabella isabelle ivan ivana jacob jacqueline jacques jaime
  jakob jakub james jamie jana jane janet janina janine jasmin jasmine javier jean jeanne jeffrey jennifer jens jeremy jerome jesper
  jessica joachim joan joana joanna joao joaquin jochen joel johan johann johanna johannes john johnny jonas jonathan jorg jorge jose josef
  joseph joshua juan juana judith julia julian juliana julie julien julio jurgen justin karen karin karl karolina katarina katarzyna kate
  katharina katherine kathleen kathrin katja kavita keith kelly kenneth kerstin kevin khadija khalid kimberly kirsten klaus kofi konrad
  krishna kristian kristin kristina krzysztof kumar kurt lars laszlo laura lauren laurent lea leah leila lena leo leon leonardo leonie
  leslie liam lidia lilian liliana linda lisa liu lorena lorenzo louis louisa louise luca lucas lucia luciana lucie ludovic ludwig luis
  luisa lukas luke lukasz lydia maciej magdalena mahmoud maja malik manfred manuel manuela marc marcel marcela marcelo marcin marco marcos
  marcus margaret margarita margot maria mariam mariana marie marina mario marion marisol marius marta martha martin martina mateo
  mateusz mathias mathieu mathilde matteo matthew matthias maureen maurice mauro maximilian mehmet meike melanie melissa mercedes michael
  michaela michal michel michele michelle miguel mikael mikhail mila milan milena mina miriam mohamed mohammad mohammed monica monika
  monique morten muhammad murat mustafa nadia nadine nancy natalia natalie natasha nathalie nathan nicholas nico nicola nicolas nicole
  niels nikita nikola nikolai nina noah noemi nora norbert olaf oleg olena olga oliver olivia olivier omar oscar oskar otto pablo pamela
  paola paolo pascal patricia patrick patrik paul paula pauline paulo pavel pedro peggy penelope petra philip philipp philippe phillip
  pierre pietro piotr priya rachel rafael rahul rainer rajesh ralf ramon raphael raquel raul ravi raymond rebecca regina reinhard renate
  rene ricardo riccardo richard rita robert roberta roberto rodrigo roger roland rolf roman ronald rosa rosalie rosanna ruben rudolf
  russell ruth ryan sabine sabrina sally salma salvatore sam samantha samir samuel sandra sandro santiago sanjay sara sarah sascha satoshi
  scott sean sebastian serena sergei sergey sergio shannon sharon shirley sibylle sigrid silke silvia simon simona simone sofia sofie
  sonia sonja sophia sophie stefan stefania stefanie stefano steffen stephan stephanie stephen steve steven stuart sunil susan susanna
  susanne suzanne svein sven svenja svetlana sylvia sylvie takashi tamara tanja tara tatiana teresa theodor theresa thomas thorsten tiago
  tim timo timothy tina tobias tom tomas tomasz torsten tracy tristan udo ulrich ulrike ursula ute uwe valentina valeria valerie vanessa
  vera veronica veronika victor victoria viktor vincent vincenzo virginie vladimir volker walter wei wendy werner wilhelm william wojciech
  wolfgang xavier xiao xin yan yannick yasmin ying yolanda yosef youssef yuki yusuf yvonne zeynep zhang zoe zoltan`.split(
    /\s+/,
  ),
)

/** Whether a folded word is a given name that is not also an ordinary word; accents make no difference. */
export const isGivenName = (folded: string): boolean =>
  GIVEN_NAMES.has(folded) || GIVEN_NAMES.has(folded.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ø', 'o'))

/** Particles between a given name and a family name, in lower case. Folded. */
export const PARTICLES: ReadonlySet<string> = new Set(
  'de del della der den di da do dos du la le van von vom zu zum bin ibn ben al el ter ten y e'.split(' '),
)
