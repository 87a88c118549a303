/**
 * The stems of the most frequent passwords. A list of every spelling would be a thousand times as long and would still
 * miss the next year's `Summer2027`: the policy compares the stem alone.
 */
const stems = `
password passwort motdepasse contrasena senha parola wachtwoord passw passwd pass pwd word secret secrets
admin administrator root user username guest test tester testing testtest demo sample default changeme change
login signin letmein welcome hello hallo hola bonjour salam access enter open master superuser system server
qwerty qwertz azerty qwert asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc wasd qwertyuiop asdfasdf
qweasd qweasdzxc zaqwsx abc abcd abcde abcdef abcdefg abcdefgh abcabc aaa aaaa aaaaaaaa aabbcc xxx xxxx
monkey dragon tiger lion panther eagle falcon wolf bear shark dolphin horse puppy kitty kitten rabbit butterfly
spider phoenix unicorn turtle elephant penguin panda mustang jaguar hawk raven cobra viper python
football baseball basketball soccer hockey tennis golf cricket rugby swimming boxing running cycling skating
arsenal chelsea liverpool barcelona realmadrid juventus yankees lakers cowboys steelers eagles rangers patriots
superman batman spiderman ironman starwars pokemon pikachu naruto matrix gandalf hobbit skywalker trustno
princess prince queen king angel devil heaven hell jesus christ god faith hope love loveme iloveyou lovely
lover sweetheart darling honey baby babygirl babyboy sugar sweety cutie sexy beautiful pretty handsome
sunshine sunrise sunset summer winter spring autumn rain rainbow snow storm thunder lightning fire ocean
flower rose lily daisy jasmine orchid tulip forest mountain river island moon moonlight stars starlight
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday weekend holiday vacation christmas newyear
michael jennifer jordan michelle daniel andrew joshua matthew jessica ashley amanda robert thomas william
charlie maggie buster hunter ginger pepper bailey harley shadow smokey lucky max bella rocky buddy coco
george james john david richard joseph charles christopher anthony mark steven paul kevin brian jason
mohammed muhammad mohamed ahmed ali omar hassan hussain fatima aisha maria sarah laura anna emma sophie
london paris berlin madrid rome dubai abudhabi newyork chicago boston dallas texas california florida
america american england germany france india pakistan china russia canada australia brazil mexico
mercedes porsche ferrari bmw toyota honda ford chevy corvette camaro harleydavidson yamaha kawasaki
computer internet google facebook twitter instagram linkedin youtube yahoo hotmail gmail outlook samsung
apple iphone android windows microsoft linux oracle database network security portal website online
money cash dollar rich bank gold silver diamond platinum crystal ruby pearl treasure fortune
freedom peace liberty victory success winner champion legend hero power energy magic mystery destiny
killer ninja samurai warrior soldier ranger sniper pirate knight wizard vampire zombie monster joker
cookie chocolate cheese pizza banana orange cherry strawberry pineapple apricot coffee whiskey vodka tequila
guitar piano music metallica nirvana slipknot eminem beatles elvis madonna blink
blue red green black white purple yellow pink orange silver brown
mother father mommy daddy sister brother family friend friends bestfriend
company office business client customer agent accountant manager director secretary employee
citizen citizenship passport visa immigration government
whatever nothing something anything everything forever always never maybe
fuckyou fuckme fuckoff asshole bitch shit biteme
`;

export const commonWords: ReadonlySet<string> = new Set(stems.split(/\s+/).filter(Boolean));
