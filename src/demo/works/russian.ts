/**
 * Works written in Russian. Column meanings: `parse-table.ts`.
 */
export const RUSSIAN_AUTHORS = `
pushkin | 알렉산드르 푸시킨 | Alexander Pushkin | Александр Пушкин | 1799 | 1837 | | 러시아 근대 문학의 아버지로 불리는 시인이다.
gogol | 니콜라이 고골 | Nikolai Gogol | Николай Гоголь | 1809 | 1852 | | 우크라이나 태생의 러시아 소설가이자 극작가이다.
goncharov | 이반 곤차로프 | Ivan Goncharov | Иван Гончаров | 1812 | 1891 | | 러시아의 소설가이다.
lermontov | 미하일 레르몬토프 | Mikhail Lermontov | Михаил Лермонтов | 1814 | 1841 | | 결투로 세상을 떠난 러시아의 시인이자 소설가이다.
turgenev | 이반 투르게네프 | Ivan Turgenev | Иван Тургенев | 1818 | 1883 | | 러시아 농촌과 젊은 세대를 그린 소설가이다.
dostoevsky | 표도르 도스토옙스키 | Fyodor Dostoevsky | Фёдор Достоевский | 1821 | 1881 | 가난한 사람들 | 시베리아 유형을 겪은 러시아의 소설가이다.
tolstoy | 레프 톨스토이 | Leo Tolstoy | Лев Толстой | 1828 | 1910 | 유년 시절 | 야스나야 폴랴나에서 농민과 함께 살고자 한 러시아의 소설가이자 사상가이다.
chernyshevsky | 니콜라이 체르니솁스키 | Nikolai Chernyshevsky | Николай Чернышевский | 1828 | 1889 | | 러시아의 사상가이자 소설가이다.
kropotkin | 표트르 크로폿킨 | Peter Kropotkin | Пётр Кропоткин | 1842 | 1921 | | 러시아의 지리학자이자 아나키즘 사상가이다.
garshin | 프세볼로트 가르신 | Vsevolod Garshin | Всеволод Гаршин | 1855 | 1888 | | 러시아의 단편소설가이다.
chekhov | 안톤 체호프 | Anton Chekhov | Антон Чехов | 1860 | 1904 | | 의사이자 단편소설가, 극작가이다.
gorky | 막심 고리키 | Maxim Gorky | Максим Горький | 1868 | 1936 | | 본명은 알렉세이 페시코프로, 밑바닥 삶을 그린 러시아의 작가이다.
bunin | 이반 부닌 | Ivan Bunin | Иван Бунин | 1870 | 1953 | | 러시아 작가로는 처음으로 노벨 문학상을 받았다.
andreyev | 레오니트 안드레예프 | Leonid Andreyev | Леонид Андреев | 1871 | 1919 | | 러시아의 소설가이자 극작가이다.
zamyatin | 예브게니 자먀틴 | Yevgeny Zamyatin | Евгений Замятин | 1884 | 1937 | | 배를 만드는 기술자였던 러시아의 소설가이다.
bulgakov | 미하일 불가코프 | Mikhail Bulgakov | Михаил Булгаков | 1891 | 1940 | | 의사였던 키이우 태생의 러시아 소설가이자 극작가이다.
mayakovsky | 블라디미르 마야콥스키 | Vladimir Mayakovsky | Владимир Маяковский | 1893 | 1930 | | 러시아의 미래주의 시인이다.
ostrovsky | 니콜라이 오스트롭스키 | Nikolai Ostrovsky | Николай Островский | 1904 | 1936 | | 병상에서 소설을 쓴 소련의 작가이다.
`;

export const RUSSIAN_WORKS = `
벨킨 이야기 | The Belkin Tales | Повести Белкина | pushkin | 1831 | ru | ru-novel
예브게니 오네긴 | Eugene Onegin | Евгений Онегин | pushkin | 1833 | ru | world-poem | 권태로운 청년 오네긴이 타티야나의 사랑을 물리치고 뒤늦게 후회하는 운문 소설이다.
스페이드 여왕 | The Queen of Spades | Пиковая дама | pushkin | 1834 | ru | ru-novel
대위의 딸 | The Captain's Daughter | Капитанская дочка | pushkin | 1836 | ru | ru-novel | 푸가초프의 반란 속에서 젊은 장교 그리뇨프와 마샤의 사랑이 시험을 받는다.
검찰관 | The Government Inspector | Ревизор | gogol | 1836 | ru | drama | 시골 관리들이 빈털터리 허풍쟁이를 수도에서 온 검찰관으로 잘못 안다.
코 | The Nose | Нос | gogol | 1836 | ru | ru-novel
우리 시대의 영웅 | A Hero of Our Time | Герой нашего времени | lermontov | 1840 | ru | ru-novel | 냉소적인 장교 페초린을 다섯 이야기로 비추어 본다.
외투 | The Overcoat | Шинель | gogol | 1842 | ru | ru-novel | 가난한 관리 아카키가 어렵게 장만한 새 외투를 빼앗긴다.
죽은 혼 | Dead Souls | Мёртвые души | gogol | 1842 | ru | ru-novel | 치치코프가 지주들을 찾아다니며 죽은 농노의 명부를 사들인다.
가난한 사람들 | Poor Folk | Бедные люди | dostoevsky | 1846 | ru | ru-novel
백야 | White Nights | Белые ночи | dostoevsky | 1848 | ru | ru-novel | 페테르부르크의 하얀 밤, 외로운 몽상가가 나스텐카를 만나 나흘 밤을 함께한다.
사냥꾼의 수기 | A Sportsman's Sketches | Записки охотника | turgenev | 1852 | ru | ru-novel
유년 시절 | Childhood | Детство | tolstoy | 1852 | ru | ru-novel
오블로모프 | Oblomov | Обломов | goncharov | 1859 | ru | ru-novel
첫사랑 | First Love | Первая любовь | turgenev | 1860 | ru | ru-novel | 열여섯 살 소년이 이웃집의 지나이다를 사랑하다가 뜻밖의 비밀을 알게 된다.
아버지와 아들 | Fathers and Sons | Отцы и дети | turgenev | 1862 | ru | ru-novel
무엇을 할 것인가 | What Is to Be Done? | Что делать? | chernyshevsky | 1863 | ru | ru-novel
지하로부터의 수기 | Notes from Underground | Записки из подполья | dostoevsky | 1864 | ru | ru-novel
죄와 벌 | Crime and Punishment | Преступление и наказание | dostoevsky | 1866 | ru | ru-novel | 가난한 대학생 라스콜니코프가 전당포 노파를 죽인 뒤 양심과 싸운다.
노름꾼 | The Gambler | Игрок | dostoevsky | 1866 | ru | ru-novel
백치 | The Idiot | Идиот | dostoevsky | 1868 | ru | ru-novel
전쟁과 평화 | War and Peace | Война и мир | tolstoy | 1869 | ru | ru-novel | 나폴레옹 전쟁을 배경으로 피에르와 안드레이, 나타샤를 비롯한 러시아 귀족들의 삶을 그린다.
악령 | Demons | Бесы | dostoevsky | 1871 | ru | ru-novel
안나 카레니나 | Anna Karenina | Анна Каренина | tolstoy | 1877 | ru | ru-novel | 남편을 떠나 사랑을 택한 안나와 시골에서 삶의 뜻을 찾는 레빈의 이야기가 나란히 흐른다.
카라마조프가의 형제들 | The Brothers Karamazov | Братья Карамазовы | dostoevsky | 1880 | ru | ru-novel | 아버지가 살해되고, 세 형제의 마음속 죄와 믿음이 드러난다.
사람은 무엇으로 사는가 | What Men Live By | Чем люди живы | tolstoy | 1881 | ru | ru-novel | 가난한 구두장이가 길에서 데려온 청년을 통해 사람을 살게 하는 힘을 이야기한다.
붉은 꽃 | The Red Flower | Красный цветок | garshin | 1883 | ru | ru-novel
이반 일리치의 죽음 | The Death of Ivan Ilyich | Смерть Ивана Ильича | tolstoy | 1886 | ru | ru-novel
바보 이반 | Ivan the Fool | Сказка об Иване-дураке | tolstoy | 1886 | ru | folk-tale
6호 병동 | Ward No. 6 | Палата № 6 | chekhov | 1892 | ru | ru-novel
갈매기 | The Seagull | Чайка | chekhov | 1896 | ru | drama | 호숫가 영지에 모인 예술가들의 엇갈린 사랑을 그린 네 막의 희곡이다.
바냐 아저씨 | Uncle Vanya | Дядя Ваня | chekhov | 1897 | ru | drama
부활 | Resurrection | Воскресение | tolstoy | 1899 | ru | ru-novel | 배심원이 된 네흘류도프가 피고석에서 자신이 버린 카튜샤를 알아본다.
귀여운 여인 | The Darling | Душечка | chekhov | 1899 | ru | ru-novel
개를 데리고 다니는 부인 | The Lady with the Dog | Дама с собачкой | chekhov | 1899 | ru | ru-novel
세 자매 | Three Sisters | Три сестры | chekhov | 1901 | ru | drama
밑바닥에서 | The Lower Depths | На дне | gorky | 1902 | ru | drama
상호부조론 | Mutual Aid: A Factor of Evolution | Mutual Aid: A Factor of Evolution | kropotkin | 1902 | en | sociology
벚꽃 동산 | The Cherry Orchard | Вишнёвый сад | chekhov | 1904 | ru | drama | 경매에 넘어가는 영지를 두고도 아무것도 하지 못하는 귀족 집안의 이야기이다.
어머니 | Mother | Мать | gorky | 1907 | ru | ru-novel
일곱 사형수 이야기 | The Seven Who Were Hanged | Рассказ о семи повешенных | andreyev | 1908 | ru | ru-novel
바지를 입은 구름 | A Cloud in Trousers | Облако в штанах | mayakovsky | 1915 | ru | world-poem
샌프란시스코에서 온 신사 | The Gentleman from San Francisco | Господин из Сан-Франциско | bunin | 1915 | ru | ru-novel
우리들 | We | Мы | zamyatin | 1924 | ru | sf | 이름 대신 번호로 불리는 유리 도시의 사람들과 그 바깥을 그린 반유토피아 소설이다.
강철은 어떻게 단련되었는가 | How the Steel Was Tempered | Как закалялась сталь | ostrovsky | 1934 | ru | ru-novel
거장과 마르가리타 | The Master and Margarita | Мастер и Маргарита | bulgakov | 1966 | ru | ru-novel | 악마의 무리가 모스크바에 나타나고, 마르가리타는 사랑하는 거장을 찾아 밤하늘을 난다.
개의 심장 | Heart of a Dog | Собачье сердце | bulgakov | 1968 | ru | sf
`;
