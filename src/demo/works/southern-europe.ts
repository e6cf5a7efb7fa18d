/**
 * Works from Italy, Spain, Portugal, Latin America and the Philippines. Column meanings: `parse-table.ts`.
 */
export const SOUTHERN_EUROPEAN_AUTHORS = `
dante | 단테 알리기에리 | Dante Alighieri | = | 1265 | 1321 | | 피렌체에서 추방된 이탈리아의 시인이다.
petrarch | 프란체스코 페트라르카 | Petrarch | Francesco Petrarca | 1304 | 1374 | | 이탈리아의 시인이자 인문주의자이다.
boccaccio | 조반니 보카치오 | Giovanni Boccaccio | = | 1313 | 1375 | | 이탈리아의 이야기 작가이다.
machiavelli | 니콜로 마키아벨리 | Niccolò Machiavelli | = | 1469 | 1527 | | 피렌체의 외교관이자 정치 사상가이다.
ariosto | 루도비코 아리오스토 | Ludovico Ariosto | = | 1474 | 1533 | | 이탈리아의 서사시인이다.
castiglione | 발다사레 카스틸리오네 | Baldassare Castiglione | = | 1478 | 1529 | | 이탈리아의 외교관이자 저술가이다.
vasari | 조르조 바사리 | Giorgio Vasari | = | 1511 | 1574 | | 이탈리아의 화가이자 건축가, 미술사가이다.
tasso | 토르콰토 타소 | Torquato Tasso | = | 1544 | 1595 | | 이탈리아의 서사시인이다.
galileo | 갈릴레오 갈릴레이 | Galileo Galilei | = | 1564 | 1642 | | 망원경으로 하늘을 본 이탈리아의 과학자이다.
campanella | 톰마소 캄파넬라 | Tommaso Campanella | = | 1568 | 1639 | | 오랜 옥살이를 한 이탈리아의 철학자이다.
goldoni | 카를로 골도니 | Carlo Goldoni | = | 1707 | 1793 | | 베네치아의 희극 작가이다.
beccaria | 체사레 베카리아 | Cesare Beccaria | = | 1738 | 1794 | | 이탈리아의 법학자이다.
manzoni | 알레산드로 만초니 | Alessandro Manzoni | = | 1785 | 1873 | | 이탈리아의 소설가이자 시인이다.
leopardi | 자코모 레오파르디 | Giacomo Leopardi | = | 1798 | 1837 | | 이탈리아의 시인이다.
collodi | 카를로 콜로디 | Carlo Collodi | = | 1826 | 1890 | | 본명은 카를로 로렌치니로, 이탈리아의 아동문학가이다.
de-amicis | 에드몬도 데 아미치스 | Edmondo De Amicis | = | 1846 | 1908 | | 이탈리아의 소설가이자 기자이다.
svevo | 이탈로 스베보 | Italo Svevo | = | 1861 | 1928 | | 트리에스테 출신의 이탈리아 소설가이다.
pirandello | 루이지 피란델로 | Luigi Pirandello | = | 1867 | 1936 | | 노벨 문학상을 받은 이탈리아의 극작가이다.
deledda | 그라치아 델레다 | Grazia Deledda | = | 1871 | 1936 | | 노벨 문학상을 받은 사르데냐 출신의 소설가이다.
gramsci | 안토니오 그람시 | Antonio Gramsci | = | 1891 | 1937 | | 파시즘에 맞서다 투옥된 이탈리아의 사상가이다.
pavese | 체사레 파베세 | Cesare Pavese | = | 1908 | 1950 | | 이탈리아의 소설가이자 시인이다.
rojas | 페르난도 데 로하스 | Fernando de Rojas | = | ~1473 | 1541 | | 에스파냐의 극작가이다.
las-casas | 바르톨로메 데 라스 카사스 | Bartolomé de las Casas | = | 1484 | 1566 | | 아메리카 원주민을 옹호한 에스파냐의 수도사이다.
camoes | 루이스 드 카몽이스 | Luís de Camões | = | ~1524 | 1580 | | 포르투갈의 서사시인이다.
cervantes | 미겔 데 세르반테스 | Miguel de Cervantes | = | 1547 | 1616 | 라 갈라테아 | 레판토 해전에서 다친 에스파냐의 소설가이다.
lope | 로페 데 베가 | Lope de Vega | = | 1562 | 1635 | | 에스파냐의 극작가이다.
tirso | 티르소 데 몰리나 | Tirso de Molina | = | 1579 | 1648 | | 에스파냐의 극작가이자 수도사이다.
calderon | 페드로 칼데론 데 라 바르카 | Pedro Calderón de la Barca | = | 1600 | 1681 | | 에스파냐의 극작가이다.
becquer | 구스타보 아돌포 베케르 | Gustavo Adolfo Bécquer | = | 1836 | 1870 | | 에스파냐의 낭만주의 시인이다.
machado-assis | 마샤두 지 아시스 | Machado de Assis | = | 1839 | 1908 | | 브라질 문학을 대표하는 소설가이다.
galdos | 베니토 페레스 갈도스 | Benito Pérez Galdós | = | 1843 | 1920 | | 에스파냐의 사실주의 소설가이다.
queiros | 에사 드 케이로스 | Eça de Queirós | = | 1845 | 1900 | | 포르투갈의 소설가이다.
rizal | 호세 리살 | José Rizal | = | 1861 | 1896 | 놀리 메 탕헤레 | 필리핀의 독립운동가이자 의사, 소설가이다.
unamuno | 미겔 데 우나무노 | Miguel de Unamuno | = | 1864 | 1936 | | 에스파냐의 철학자이자 소설가이다.
dario | 루벤 다리오 | Rubén Darío | = | 1867 | 1916 | | 니카라과의 시인이다.
antonio-machado | 안토니오 마차도 | Antonio Machado | = | 1875 | 1939 | | 에스파냐의 시인이다.
quiroga | 오라시오 키로가 | Horacio Quiroga | = | 1878 | 1937 | | 우루과이의 단편소설가이다.
ortega | 호세 오르테가 이 가세트 | José Ortega y Gasset | = | 1883 | 1955 | | 에스파냐의 철학자이다.
pessoa | 페르난두 페소아 | Fernando Pessoa | = | 1888 | 1935 | | 여러 이름으로 글을 쓴 포르투갈의 시인이다.
lorca | 페데리코 가르시아 로르카 | Federico García Lorca | = | 1898 | 1936 | | 내전 초기에 살해된 에스파냐의 시인이자 극작가이다.
`;

export const SOUTHERN_EUROPEAN_WORKS = `
새로운 인생 | The New Life | Vita nuova | dante | ~1294 | it | world-poem
신곡 | The Divine Comedy | La Divina Commedia | dante | 1321 | it | epic | 어두운 숲에서 길을 잃은 단테가 지옥과 연옥을 지나 천국에 이르는 여행의 서사시이다.
데카메론 | The Decameron | Decameron | boccaccio | 1353 | it | it-novel | 흑사병을 피해 모인 열 사람이 열흘 동안 백 편의 이야기를 나눈다.
칸초니에레 | The Canzoniere | Canzoniere | petrarch | 14세기 | it | world-poem
라 셀레스티나 | Celestina | La Celestina | rojas | 1499 | es | drama
광란의 오를란도 | Orlando Furioso | Orlando furioso | ariosto | 1516 | it | epic
궁정인 | The Book of the Courtier | Il libro del Cortegiano | castiglione | 1528 | it | world-essay
로마사 논고 | Discourses on Livy | Discorsi sopra la prima deca di Tito Livio | machiavelli | 1531 | it | politics
군주론 | The Prince | Il Principe | machiavelli | 1532 | it | politics | 권력을 얻고 지키려는 군주가 어떻게 해야 하는지를 있는 그대로의 현실에서 따진다.
미술가 열전 | Lives of the Artists | Le vite de' più eccellenti pittori, scultori e architettori | vasari | 1550 | it | art
인디아스 파괴에 관한 간략한 보고서 | A Short Account of the Destruction of the Indies | Brevísima relación de la destrucción de las Indias | las-casas | 1552 | es | west-history
라사리요 데 토르메스의 삶 | The Life of Lazarillo de Tormes | La vida de Lazarillo de Tormes | | 1554 | es | es-novel | 여러 주인을 섬기며 굶주림 속에 꾀로 살아가는 소년의 이야기로, 악당 소설의 시작을 알렸다.
우스 루지아다스 | The Lusiads | Os Lusíadas | camoes | 1572 | pt | epic
해방된 예루살렘 | Jerusalem Delivered | Gerusalemme liberata | tasso | 1581 | it | epic
태양의 도시 | The City of the Sun | La città del Sole | campanella | 1602 | it | politics
돈키호테 | Don Quixote | El ingenioso hidalgo don Quijote de la Mancha | cervantes | 1605 | es | es-novel | 기사 소설에 빠진 시골 귀족이 산초를 데리고 정의를 찾아 길을 떠난다.
푸엔테오베후나 | Fuenteovejuna | = | lope | 1619 | es | drama
세비야의 난봉꾼 | The Trickster of Seville | El burlador de Sevilla y convidado de piedra | tirso | 1630 | es | drama
두 우주 체계에 관한 대화 | Dialogue Concerning the Two Chief World Systems | Dialogo sopra i due massimi sistemi del mondo | galileo | 1632 | it | physics | 세 사람이 나흘 동안 지구가 도는지 하늘이 도는지를 두고 토론한다.
인생은 꿈 | Life Is a Dream | La vida es sueño | calderon | 1635 | es | drama
두 주인을 섬기는 하인 | The Servant of Two Masters | Il servitore di due padroni | goldoni | 1746 | it | drama
범죄와 형벌 | On Crimes and Punishments | Dei delitti e delle pene | beccaria | 1764 | it | law
약혼자들 | The Betrothed | I promessi sposi | manzoni | 1827 | it | it-novel
노래들 | Canti | Canti | leopardi | 1831 | it | world-poem
서정시집 | Rhymes | Rimas | becquer | 1871 | es | world-poem
도냐 페르펙타 | Doña Perfecta | = | galdos | 1876 | es | es-novel
브라스 쿠바스의 사후 회고록 | The Posthumous Memoirs of Brás Cubas | Memórias póstumas de Brás Cubas | machado-assis | 1881 | pt | es-novel
피노키오의 모험 | The Adventures of Pinocchio | Le avventure di Pinocchio | collodi | 1883 | it | child-classic | 나무 인형 피노키오가 온갖 말썽 끝에 진짜 아이가 된다.
쿠오레 | Heart | Cuore | de-amicis | 1886 | it | child-classic | 초등학생 엔리코의 한 학년 일기와 다달이 듣는 이야기로 이루어진 책이다.
놀리 메 탕헤레 | Touch Me Not | Noli me tángere | rizal | 1887 | es | world-novel
마이아가의 사람들 | The Maias | Os Maias | queiros | 1888 | pt | es-novel
푸름 | Azure | Azul... | dario | 1888 | es | world-poem
엘 필리부스테리스모 | The Reign of Greed | El filibusterismo | rizal | 1891 | es | world-novel
동 카스무후 | Dom Casmurro | = | machado-assis | 1899 | pt | es-novel
고 마티아 파스칼 | The Late Mattia Pascal | Il fu Mattia Pascal | pirandello | 1904 | it | it-novel
카스티야 평원 | Fields of Castile | Campos de Castilla | antonio-machado | 1912 | es | world-poem
바람에 흔들리는 갈대 | Reeds in the Wind | Canne al vento | deledda | 1913 | it | it-novel
안개 | Mist | Niebla | unamuno | 1914 | es | es-novel
사랑과 광기와 죽음의 이야기 | Stories of Love, Madness, and Death | Cuentos de amor de locura y de muerte | quiroga | 1917 | es | es-novel
작가를 찾는 6인의 등장인물 | Six Characters in Search of an Author | Sei personaggi in cerca d'autore | pirandello | 1921 | it | drama
제노의 의식 | Zeno's Conscience | La coscienza di Zeno | svevo | 1923 | it | it-novel
집시 가집 | Gypsy Ballads | Romancero gitano | lorca | 1928 | es | world-poem
대중의 반역 | The Revolt of the Masses | La rebelión de las masas | ortega | 1930 | es | sociology
피의 결혼식 | Blood Wedding | Bodas de sangre | lorca | 1933 | es | drama
베르나르다 알바의 집 | The House of Bernarda Alba | La casa de Bernarda Alba | lorca | 1945 | es | drama
옥중수고 | Prison Notebooks | Quaderni del carcere | gramsci | 1948 | it | politics
달과 불 | The Moon and the Bonfires | La luna e i falò | pavese | 1950 | it | it-novel
불안의 책 | The Book of Disquiet | Livro do Desassossego | pessoa | 1982 | pt | world-essay
`;
